"""What threads that have lag are busy with: one cause a file, each looks at their time and says whether it is it."""
