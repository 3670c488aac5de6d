graph [
  { }
]
