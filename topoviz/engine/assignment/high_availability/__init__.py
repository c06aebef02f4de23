"""The steps of HighAvailabilityTaskAssignor, one a file (KIP-441)."""
