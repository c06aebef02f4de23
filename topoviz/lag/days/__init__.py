"""Days of a lag history: each becomes one row for each partition and hour, and a report over months reads those alone.

What an hour is says nothing of other hours, so that days can come late, again and in any order.
"""
