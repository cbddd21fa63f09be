import { OVER_STATES, type RunState } from '@turnpike/contracts';
import fc from 'fast-check';
import { decideCancel, decideLost, mayMove, MOST_CLAIMS, move } from './run-machine.js';

const STATES: RunState[] = ['holding', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused', 'unknown'];

/** Given the states that a run went through, when it is to move, then where it stands. */
const after = (...states: RunState[]): RunState => states.reduce((from, to) => move(from, to));

describe('a run', () => {
  it.each<[string, RunState[]]>([
    ['a free run that succeeds', ['queued', 'running', 'succeeded']],
    ['a paid run that fails', ['holding', 'queued', 'running', 'failed']],
    ['one that nobody could pay', ['holding', 'refused']],
    ['one that nobody began in time', ['queued', 'refused']],
    ['one whose worker was lost, taken up by another', ['queued', 'running', 'queued', 'running', 'succeeded']],
    ['one of which somebody found out later', ['queued', 'running', 'unknown', 'succeeded']],
    ['one that was cancelled while it waited', ['queued', 'cancelled']],
  ])('goes its way: %s', (_name, states) => {
    expect(after(...states)).toBe(states.at(-1));
  });

  it.each<[RunState, RunState]>([
    ['queued', 'succeeded'],
    ['holding', 'running'],
    ['succeeded', 'failed'],
    ['cancelled', 'running'],
    ['refused', 'queued'],
    ['unknown', 'running'],
    ['running', 'refused'],
  ])('never from %s to %s', (from, to) => {
    expect(() => move(from, to)).toThrow(`a run does not move from ${from} to ${to}`);
  });

  it('ends, and stays as it ended, unknown excepted, which moves once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATES), { maxLength: 30 }), (wanted) => {
        const gone: RunState[] = ['queued'];
        for (const next of wanted) if (mayMove(gone.at(-1)!, next)) gone.push(next);
        const ended = gone.findIndex((state) => OVER_STATES.has(state));
        if (ended < 0) return;
        expect(gone.slice(ended + 1).length).toBeLessThanOrEqual(gone[ended] === 'unknown' ? 1 : 0);
      }),
    );
  });
});

describe('cancelling', () => {
  it.each<[RunState, string]>([
    ['holding', 'end'],
    ['queued', 'end'],
    ['running', 'ask'],
    ['succeeded', 'too_late'],
    ['unknown', 'too_late'],
  ])('of one that is %s: %s', (state, decision) => expect(decideCancel(state)).toBe(decision));
});

describe('a run whose worker is lost', () => {
  it.each<[boolean, number, string]>([
    [false, 1, 'unknown'],
    [true, 1, 'queued'],
    [true, MOST_CLAIMS - 1, 'queued'],
    [true, MOST_CLAIMS, 'failed'],
    [false, MOST_CLAIMS, 'unknown'],
  ])('repeatable %s, begun %d times: %s', (repeatable, claims, state) => expect(decideLost({ repeatable, claims })).toBe(state));
});
