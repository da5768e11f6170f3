import { GoTrueClient } from '@supabase/supabase-js';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Window as HappyWindow } from 'happy-dom';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { App } from '@/app/app.tsx';
import type { Client } from '../../../server/supabase/connection.ts';
import type { TestAgent } from '../agent.ts';
import type { Fault } from '../request-faults.ts';
import { workerAgent } from '../worker-agent.ts';
import { cleanup, render } from './react.ts';

type Account = { email: string; password: string };
type Interception = { match: RegExp; handle(next: () => Promise<Response>, request: Request): Promise<Response> };

/** Where supabase-js keeps the session of a backend on 127.0.0.1. */
export const SESSION_KEY = 'sb-127-auth-token';

/** Of the worker's files before: their documents' clients go on to renew sessions, as if their windows were open. */
const endedAgents = new Set<string>();

/** To press these does nothing. A control that is aria-disabled alone says why. */
const DISABLED = ':disabled, [data-disabled]';

leaveOutOwnerStacks();

/** The answer of a backend that can store nothing. */
const FULL = { status: 500, body: { message: 'The database is full.' } } as const;

/**
 * The whole UI in a document without a browser, with a real agent and database behind it, which the tests of a file
 * share: for what screens say and do. Layout, drags, looks and the editor are the browser's (tests/e2e). A console error
 * fails the test, unless the test made a request fail. `start` starts another agent than the worker's. Called once at
 * the top of a file.
 */
export function appInDocument(start: () => Promise<TestAgent> = workerAgent) {
  let agent: TestAgent;
  let account: Account;
  let member: Client;
  let user: UserEvent;
  let errors: MockInstance<typeof console.error>;
  let interceptions: Interception[] = [];
  let hasFailed = false;
  let letHeldGo = () => {};
  let asked: string[] = [];
  let answered: string[] = [];
  /** By email: what a window that somebody signed in before has kept. Good until a page renews or ends one. */
  const sessions = new Map<string, Promise<string>>();
  const nodesFetch = globalThis.fetch;

  /** What the page asks for, with the faults of the test. */
  const pagesFetch: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.href), init);
    if (endedAgents.has(new URL(request.url).origin)) return new Promise(() => undefined);
    const next = () => nodesFetch(request);
    const name = `${request.method} ${request.url}`;
    const found = interceptions.find(({ match }) => match.test(name));
    asked.push(name);
    if (name.includes('/auth/v1/')) sessions.clear();
    // Of this document, which another may have replaced by then.
    const answers = answered;
    return (found ? found.handle(next, request) : next()).finally(() => answers.push(name));
  };

  beforeAll(async () => {
    agent = await start();
    account = await agent.addMember();
    member = agent.supabase(await agent.signIn(account.email, account.password));
    (window as unknown as HappyWindow).happyDOM.setURL(agent.url);
    globalThis.fetch = pagesFetch;
  });
  beforeEach(() => {
    hasFailed = false;
    errors = vi.spyOn(console, 'error');
  });
  afterEach(() => {
    // The document does not know the element <search>.
    const said = errors.mock.calls.filter(([format]) => !String(format).startsWith('The tag <%s> is unrecognized'));
    errors.mockRestore();
    letGo();
    close();
    sessionStorage.clear();
    if (!hasFailed) expect(said).toEqual([]);
  });
  afterAll(async () => {
    // A screen whose loading is cut short is broken for the worker's next files, too.
    await vi.dynamicImportSettled();
    globalThis.fetch = nodesFetch;
    localStorage.clear();
    if (start === workerAgent) return;
    if (agent) endedAgents.add(new URL(agent.url).origin);
    await agent?.close();
  });

  function letGo() {
    interceptions = [];
    letHeldGo();
  }

  function close() {
    cleanup();
    asked = [];
    answered = [];
    // Clients count those beside them: another window has its own.
    Reflect.set(GoTrueClient, 'nextInstanceID', {});
  }

  return {
    get agent() {
      return agent;
    },
    get account() {
      return account;
    },
    /** A client of the account's own, beside the page's. */
    get member() {
      return member;
    },
    /** The person's hands: keys (`user.keyboard`, `user.tab`), clicks, files (`user.upload`), the clipboard. */
    get user() {
      return user;
    },
    /** What has been said in the console as an error, by the test so far. */
    get consoleErrors() {
      return errors.mock.calls.map((values) => values.join(' '));
    },
    /** Opens the UI at a path, signed in unless `as` is null; what was open before is closed, as by a new window. */
    async open(path = '/', as: Account | null = account) {
      close();
      localStorage.clear();
      if (as) {
        const session = sessions.get(as.email) ?? sessionOf(agent, as);
        sessions.set(as.email, session);
        localStorage.setItem(SESSION_KEY, await session);
      }
      history.replaceState(null, '', path);
      user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });
      render(<App />);
    },
    /** As a reload: what the page has kept for itself is read again. */
    reload() {
      close();
      render(<App />);
    },
    /** From now on the page's requests that match ("GET https://...") fail like this, until `letGo` or the test's end. */
    fail(match: RegExp, fault: Fault = FULL) {
      hasFailed = true;
      const handle = async () => {
        if (fault === 'no connection') throw new TypeError('Failed to fetch');
        return Response.json(fault.body, { status: fault.status });
      };
      interceptions.push({ match, handle });
    },
    /** From now on the page's requests that match wait until `letGo`. */
    hold(match: RegExp) {
      const held = new Promise<void>((resolve) => {
        letHeldGo = resolve;
      });
      interceptions.push({ match, handle: (next) => held.then(next) });
    },
    /** From now on the answers to the page's requests that match wait until `letGo`. Resolves when the first is there. */
    holdAnswers(match: RegExp): Promise<void> {
      const held = new Promise<void>((resolve) => {
        letHeldGo = resolve;
      });
      return new Promise((isThere) => {
        const handle = async (next: () => Promise<Response>) => {
          const answer = await next();
          isThere();
          await held;
          return answer;
        };
        interceptions.push({ match, handle });
      });
    },
    /** Does `work` before each matching request goes on to the server: what changes then, the page cannot have seen. */
    doBefore(match: RegExp, work: () => Promise<unknown>) {
      interceptions.push({ match, handle: (next) => work().then(next) });
    },
    letGo,
    /** Presses the button (or what else has a name and a role) as soon as it is there, and not disabled. */
    async press(name: string | RegExp, { role = 'button', inside = document.body }: Where = {}) {
      const control = await waitFor(() => {
        const found = within(inside).getByRole(role, { name });
        expect(found.matches(DISABLED)).toBe(false);
        return found;
      });
      await user.click(control);
    },
    /** Writes the text into the field of a label, in place of what it held. */
    async fill(label: string | RegExp, text: string, inside: HTMLElement = document.body) {
      // A field for a password has no role, and one with suggestions another.
      const secret = { selector: 'input[type=password], input[list]' };
      const field = await waitFor(
        () => within(inside).queryByRole('textbox', { name: label }) ?? within(inside).getByLabelText(label, secret),
      );
      await user.clear(field);
      if (text === '') return;
      await user.click(field);
      await user.paste(text);
    },
    /** Chooses an option of the list that the field of this name opens. */
    async choose(field: string | RegExp, option: string | RegExp, inside: HTMLElement = document.body) {
      const combobox = await within(inside).findByRole('combobox', { name: field });
      // Pressing one that another choice enables, before it has, does nothing.
      await waitFor(() => expect(combobox.matches(`${DISABLED}, [aria-disabled=true]`)).toBe(false));
      await user.click(combobox);
      // The list that is shown: a form has a hidden one of its own beside it.
      await user.click(await within(await screen.findByRole('listbox')).findByRole('option', { name: option }));
    },
    /** Fills the form of /auth and sends it. */
    async signIn({ email, password }: Account = account) {
      await user.click(await screen.findByLabelText('Email'));
      await user.paste(email);
      await user.click(screen.getByLabelText('Password'));
      await user.paste(password);
      await user.click(screen.getByRole('button', { name: 'Sign In' }));
    },
    /** What the page has asked for since it was opened ("GET https://..."). */
    get asked(): readonly string[] {
      return asked;
    },
    /** Waits until the page has had an answer to each of these requests ("GET https://..."), and none is under way. */
    async hasAnswers(...matches: RegExp[]) {
      await waitFor(() => {
        for (const match of matches) expect(answered).toContainEqual(expect.stringMatching(match));
        expect(answered).toHaveLength(asked.length);
      });
    },
    /**
     * From now on the page's requests that match get this answer (or what it returns, if it is a function; a Response
     * as it is) and go no further. Returns what they asked, which grows: "/api/posts/1/mark {"url":null}".
     */
    answer(match: RegExp, body: unknown, status = 200): string[] {
      const requests: string[] = [];
      const handle = async (_: unknown, request: Request) => {
        requests.push(`${new URL(request.url).pathname} ${await request.text()}`.trim());
        const answered = typeof body === 'function' ? await body(request.url) : body;
        return answered instanceof Response ? answered : Response.json(answered, { status });
      };
      interceptions.push({ match, handle });
      return requests;
    },
    /** Follows the link of the sidebar. */
    async goTo(item: string) {
      const sidebar = await screen.findByRole('navigation', { name: 'Main' });
      await user.click(within(sidebar).getByRole('link', { name: item }));
    },
  };
}

async function sessionOf(agent: TestAgent, account: Account): Promise<string> {
  const { data, error } = await agent.supabase().auth.signInWithPassword(account);
  if (error) throw error;
  return JSON.stringify(data.session);
}

/** What a helper outside of the test's own file is handed. */
export type AppInDocument = ReturnType<typeof appInDocument>;

type Where = { role?: string; inside?: HTMLElement };

/** Waits until the document shows all of these texts, whitespace apart. */
export async function says(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const shown = words();
    for (const text of texts) expect(shown).toContain(plain(text));
  });
}

/** Waits until the document shows none of these texts any more. */
export async function saysNoMore(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const shown = words();
    for (const text of texts) expect(shown).not.toContain(plain(text));
  });
}

/** Waits until the address is this path (with query and fragment). */
export async function isAt(path: string): Promise<void> {
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(path));
}

/** All words of the document, without whitespace: what lies between them is a matter of layout. */
function words(): string {
  return plain(document.body.textContent ?? '');
}

/** A text without its whitespace. */
export function plain(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * React's development build notes a stack for every element, to name its owners in warnings, until it has made ten
 * thousand of them in a second. That is an eighth of a test's time; warnings still name the component.
 */
function leaveOutOwnerStacks() {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (!(internals instanceof Object)) return;
  const many = { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => undefined };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many);
}
