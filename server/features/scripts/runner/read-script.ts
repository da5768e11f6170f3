import { type AnyNode, type Options, type Program, parse } from 'acorn';
import { undeclaredNames } from './script-names.ts';

/** The name of the function that is passed the promises of top-level calls. */
export const TRACK = '__localAgentTrack';

/**
 * A parsed script, by how it is run. `code` passes every standalone top-level call to TRACK, because a script is not
 * over before `main()` is; line numbers are kept. `uses` are the predefined variables used.
 */
export type Script =
  | { form: 'recording'; flow: unknown }
  | { form: 'module' | 'body'; code: string; uses: ReadonlySet<string> };

const SHARED: Options = { ecmaVersion: 'latest', allowHashBang: true, allowAwaitOutsideFunction: true };

/**
 * Recognises what was pasted: a recording of Chrome DevTools, an ES module, or a body (including CommonJS). What the
 * parser rejects counts as a body, so that users see the engine's own error.
 */
export function readScript(source: string): Script {
  const code = source.replace(/^\uFEFF/, '').replace(/^#!/, '//');
  const flow = readRecording(code);
  if (flow) return { form: 'recording', flow };
  const body = tryParse(code, { ...SHARED, sourceType: 'script', allowReturnOutsideFunction: true });
  if (body) return { form: 'body', ...understood(code, body) };
  const module = tryParse(code, { ...SHARED, sourceType: 'module' });
  if (module) return { form: 'module', ...understood(code, module) };
  return { form: /^\s*(import|export)\s/m.test(code) ? 'module' : 'body', code, uses: new Set() };
}

function readRecording(code: string): unknown {
  if (!code.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(code);
    return typeof value === 'object' && value !== null && 'steps' in value ? value : null;
  } catch {
    return null;
  }
}

function tryParse(code: string, options: Options): Program | null {
  try {
    return parse(code, options);
  } catch {
    return null;
  }
}

function understood(code: string, program: Program): { code: string; uses: ReadonlySet<string> } {
  return { code: trackCalls(code, program.body), uses: undeclaredNames(program) };
}

/**
 * Ends the previous statement, if it relies on a line break, and wraps the call on its own line: the engine attributes
 * it to the line where the wrapper opens.
 */
function trackCalls(code: string, statements: readonly AnyNode[]): string {
  let tracked = '';
  let done = 0;
  let previousEnd = 0;
  for (const statement of statements) {
    if (statement.type === 'ExpressionStatement' && /^(Call|Chain)Expression$/.test(statement.expression.type)) {
      const { end } = statement.expression;
      // Parentheses around the whole expression are not part of its node.
      const close = code.slice(end, statement.end).lastIndexOf(')') + end + 1;
      const before = `${code.slice(done, previousEnd)};${code.slice(previousEnd, statement.start)}`;
      tracked += `${before}${TRACK}(${code.slice(statement.start, close)})`;
      done = close;
    }
    previousEnd = statement.end;
  }
  return tracked + code.slice(done);
}
