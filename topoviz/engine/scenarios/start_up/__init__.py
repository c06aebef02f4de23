"""The start of an application as a ready scenario, in six steps, with what each version logs on the way."""
