import { expect, test } from 'vitest';
import { writePrompt } from '../../../../../server/generation/writers/model/write-prompt.ts';
import { writeRequest } from '../../writing.ts';

const OWN = 'Rye keeps for a week in a linen bag.';
const OTHERS = 'Sales of the other client fell by a third in May.';

test('a model is shown the earlier posts of the same project alone', () => {
  const { prompt } = writePrompt(writeRequest({ avoid: [OWN, OTHERS], earlier: [OWN] }), 'mark');
  expect(prompt).toContain(`- ${OWN}`);
  expect(prompt).not.toContain('other client');
});
