"""What Spring, Quarkus, Micronaut and Lombok do to a program: values, objects and methods that no line of it makes."""
