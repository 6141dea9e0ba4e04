"""A stack and scenarios to the small changes of its rules that no scenario notices.

sites        where something stands that can be changed    expressions  an expression to others beside it
operators    what becomes of it                             mutants      all changes of a stack
cases        scenario files to the cases that count         trying       a mutant to whether a case notices it
record       what is known already, kept in a file          excuses      mutants that mean the same, with the reason
session      all of it, in parallel                         report       what came of it, as text and as an object
"""
