import { dataOf } from '../../supabase/could-not.ts';
import { type Users, withUsers, writeRows } from './copy-rows.ts';
import type { Side } from './side.ts';

type Account = { id: string; email: string; role: string | null };
/** A member after a move. `password` is the initial one of a new account whose old password could not be copied. */
export type MovedPerson = { email: string; isNew: boolean; password: string | null };

async function accountsOf({ client }: Side): Promise<Account[]> {
  return dataOf(await client.rpc('move_accounts'), 'list the accounts');
}

/** The members who have no account at the destination yet. */
export async function newPeople(from: Side, to: Side): Promise<string[]> {
  const there = new Set((await accountsOf(to)).map(({ email }) => email));
  return (await accountsOf(from)).filter(({ role, email }) => role && !there.has(email)).map(({ email }) => email);
}

/**
 * Makes the members of one side members of the other, matched by e-mail address. Calls `onNew` immediately for each new
 * account, since its initial password is not stored. Returns the ids that differ.
 */
export async function movePeople(
  from: Side,
  to: Side,
  onNew: (person: MovedPerson) => void,
): Promise<{ people: MovedPerson[]; users: Users }> {
  const there = new Map((await accountsOf(to)).map(({ email, id }) => [email, id]));
  const people: MovedPerson[] = [];
  const users: Users = {};
  for (const { id, email, role } of await accountsOf(from)) {
    if (role === null) continue;
    let idThere = there.get(email);
    const person: MovedPerson = { email, isNew: idThere === undefined, password: null };
    if (idThere === undefined) {
      const made = await to.makeAccount({ id, email, digest: await from.digestOf(email) });
      idThere = made.id;
      person.password = made.password;
      onNew(person);
    }
    if (idThere !== id) users[id] = idThere;
    people.push(person);
  }
  const rows = dataOf(await from.client.rpc('move_read', { name: 'members', after: null, most: 1000 }), 'list members');
  if (rows.length > 0)
    await writeRows(
      to,
      'members',
      rows.map((row) => withUsers(row, users)),
    );
  return { people, users };
}
