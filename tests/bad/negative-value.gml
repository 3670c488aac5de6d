graph [
  node [ id 1 value -3 ]
]
