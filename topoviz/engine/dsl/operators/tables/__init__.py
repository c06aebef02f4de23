"""The operators of KTable and KGroupedTable, and KStream#toTable."""
