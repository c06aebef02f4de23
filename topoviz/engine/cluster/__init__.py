"""A cluster: the clients that run an application, their threads, and what each had before."""
