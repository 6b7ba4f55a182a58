"""The report: results as one page that needs nothing else.

In reading order: ``answers`` (the JSON objects that commands write, checked), ``sources`` (files
and results to answers), ``parts`` and ``tables`` (tables and figures), ``sections`` (what the
page says of each kind of answer), ``evidence`` (agents, reconstructed values, what stayed),
``page`` (the file).
"""
