import { refuse, type PackState, type Refusal } from '@turnpike/contracts';

/** Whether a pack may go from one state to another. A withdrawn pack stays withdrawn; a deprecated one names its successor. */
export function checkPackState(from: PackState, to: PackState, successor: string | null): Refusal | null {
  if (from === 'withdrawn' && to !== 'withdrawn') {
    return refuse(
      'conflict',
      'A withdrawn pack stays withdrawn.',
      { from, to },
      { control: null, arguments: {}, instruction: 'Publish the capabilities in another pack.' },
    );
  }
  if (to === 'deprecated' && successor === null) {
    const issues = [{ pointer: '/successor', keyword: 'required', message: 'a deprecated pack names its successor' }];
    return refuse(
      'invalid_request',
      'A deprecated pack names its successor.',
      { issues },
      { control: null, arguments: {}, instruction: 'Give the pack that replaces it as successor.' },
    );
  }
  return null;
}
