graph [
  node [ id 1 label "ÿþ" ]
]
