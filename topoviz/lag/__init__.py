"""Lag reports: a history of consumer lag, measured with Spark and laid onto the topology.

Everything here needs pyspark, which comes with `topoviz[spark]`, and a Java, except reading and checking a file.
"""
