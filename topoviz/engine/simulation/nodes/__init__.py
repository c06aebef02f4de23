"""How a record travels through the nodes of its sub-topology, what that costs, and what comes out."""
