# The warnings that our own sources compile without. Link this target privately.
add_library(posenc_warnings INTERFACE)
target_compile_options(posenc_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # Designated initialisers leave the rest at their defaults on purpose.
  -Wno-missing-field-initializers)
