"""What differs between two versions of a topology, and what that means for an application that is deployed."""
