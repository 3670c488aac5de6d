graph [
  label "ÿ"
]
