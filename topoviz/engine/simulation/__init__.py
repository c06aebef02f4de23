"""What happens to records once tasks have their partitions."""
