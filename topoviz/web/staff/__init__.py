"""What the people who run this server see of it, at `/admin/`."""
