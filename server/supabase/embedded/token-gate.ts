import type { ServerOptions } from '@supabase/lite';
import type { tokenVerifier } from './verify.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Turns away bad, expired and signed-out user tokens before @supabase/lite looks at the request; by itself it takes
 * garbage for anon and a signed-out token for good. Also saves its own look-ups, one statement instead of two.
 */
export function requireGoodTokens(tokens: ReturnType<typeof tokenVerifier>): Middleware {
  return async (context, next) => {
    const token = context.req.header('Authorization')?.match(/^Bearer\s+(.+)$/i)?.[1];
    // Keys as bearer tokens are the key check's business; /auth/v1 judges tokens itself and says so in its own words.
    if (!token || token.startsWith('sb_') || context.req.path.startsWith('/auth/v1')) return next();
    const verdict = await tokens.check(token);
    if (verdict.kind === 'good') {
      context.set('userId', verdict.userId);
      context.set('sessionId', verdict.sessionId);
      context.set('jwt', verdict.claims);
      return next();
    }
    return context.json(refusal(verdict.kind), 401);
  };
}

function refusal(kind: 'expired' | 'bad'): object {
  const message = kind === 'expired' ? 'JWT expired' : 'No suitable key or wrong key type';
  return { code: kind === 'expired' ? 'PGRST303' : 'PGRST301', details: null, hint: null, message };
}
