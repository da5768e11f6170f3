import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { META_RETURN_ADDRESS } from '../../../../../shared/platforms/facebook/token-entry.ts';
import { readSchema } from '../../../../../shared/platforms/reads.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError, type SignIn } from '../../publisher.ts';
import { addressOf, isSuccess, withoutSecrets } from '../kit/api.ts';
import { codeOf, postForm } from '../kit/oauth.ts';
import { parsed, tokenSchema } from './graph.ts';
import { faultOf, GraphError } from './graph-errors.ts';

/** The user's own app. The "app ID" is a number, as are the "Instagram app ID" and the "Threads app ID". */
export const appSchema = z.object({
  appId: z.string().regex(/^\d{5,30}$/),
  appSecret: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});
export type MetaApp = z.infer<typeof appSchema>;

/** The app and the choices of a login, stored so that the user can log in again. */
export const logInSchema = appSchema.extend({
  configId: z.string().optional(),
  /** The optional reads that the user chose. */
  reads: z.array(readSchema).optional(),
});
export type LogIn = z.infer<typeof logInSchema>;

/**
 * Throws PublishError `rejected` for values that cannot be an app's ID and secret; its message says which one is wrong.
 */
export function appOf(
  { appId, appSecret }: Partial<MetaApp>,
  name: 'app' | 'Instagram app' | 'Threads app' = 'app',
): MetaApp {
  const { success, data } = appSchema.safeParse({ appId, appSecret });
  if (success && !/^\d+$/.test(data.appSecret)) return data;
  if (appId && /^[0-9a-f]{32}$/i.test(appId))
    throw new PublishError('rejected', `This is the ${name} secret. The ${name} ID is the number above it.`);
  if (appSecret && /^\d+$/.test(appSecret))
    throw new PublishError('rejected', `This is an ID: the ${name} secret is shown when you press "Show" beside it.`);
  throw new PublishError('rejected', `The ${name} ID is a number, and the ${name} secret has letters and digits.`);
}

type Dialog = {
  /** The dialog's URL without a query. */
  address: URL;
  app: MetaApp;
  scopes: readonly string[];
  /** A configuration of Facebook Login for Business, which defines the permissions. */
  configId?: string | undefined;
};

/**
 * A login on Meta's page. Published apps may only redirect to https URLs, which must match exactly, so the user pastes
 * the URL that the browser ended on.
 * https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow
 */
export function beginLogIn(
  { address, app, scopes, configId }: Dialog,
  complete: (code: string, calls: PlatformCalls) => Promise<Connected>,
): SignIn {
  const state = randomBytes(24).toString('base64url');
  const query = {
    client_id: app.appId,
    redirect_uri: META_RETURN_ADDRESS,
    response_type: 'code',
    state,
    ...(configId ? { config_id: configId } : { scope: scopes.join(',') }),
  };
  return {
    authorizeUrl: addressOf(address.origin, address.pathname, query).href,
    state,
    complete: (answer, calls) => complete(codeOf(answer, { state }), calls),
  };
}

const exchangedSchema = z.object({ access_token: tokenSchema });

/**
 * Exchanges a code for the user's token, which is valid for an hour or two. Throws PublishError `auth` for an invalid
 * or reused code, and an invalid app.
 */
export async function exchangeCode(
  api: PlatformApi,
  { appId, appSecret }: MetaApp,
  code: string,
  calls: PlatformCalls,
): Promise<string> {
  const form = { client_id: appId, client_secret: appSecret, redirect_uri: META_RETURN_ADDRESS, code };
  const url = addressOf(api.origin, `/${api.version}/oauth/access_token`);
  const answer = await postForm(calls, 'exchange code', url, form);
  if (isSuccess(answer)) return parsed(exchangedSchema, answer).access_token;
  throw ofApp(faultOf(withoutSecrets([appSecret, code], answer), api, false, calls.now()));
}

/** Adds the remedy to an error about an app or a code, which Meta reports with the codes of other errors. */
export function ofApp(error: PublishError): PublishError {
  const { message } = error;
  const because = (words: string) => new PublishError('auth', `${words} Meta says: ${message}`, { cause: error });
  if (/client secret/i.test(message)) return because('The app secret does not belong to this app.');
  if (/validating application|platform app/i.test(message)) return because('Meta has no app with this ID.');
  if (/redirect_uri|redirect uri/i.test(message))
    return because(`Add ${META_RETURN_ADDRESS} to the valid OAuth redirect URIs of the app.`);
  if (/code/i.test(message) && error instanceof GraphError && error.code === 100)
    return because('The address has already been used, or is too old. Start again.');
  return error;
}
