graph [
  node [ label "x" ]
]
