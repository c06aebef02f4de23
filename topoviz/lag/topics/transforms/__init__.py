"""What is measured of topics: frame in, frame out."""
