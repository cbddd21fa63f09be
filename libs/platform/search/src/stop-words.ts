/** Words that say nothing about an outcome: articles, pronouns, auxiliaries, and the polite frame of a request. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after all also am an and any are as at be because been before being below between both but by can could did do does doing down
  during each few for from further had has have having he her here hers him his how i if in into is it its just let like make me might more most my
  need no nor not of off on once only or other our ours out over own please same shall she should so some such than that the their theirs them then
  there these they this those through to too under until up us use using very want wants was we were what when where which while who whom why will
  with would you your yours help give show tell get got able via per`.split(/\s+/),
);
