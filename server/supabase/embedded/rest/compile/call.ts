import { RestRefusal } from '../error.ts';
import { nearest } from '../nearest.ts';
import { EXPOSED_SCHEMA } from '../schema/load-schema.ts';
import type { Parameter, RestFunction, Schema } from '../schema/schema.ts';
import { BODY_SLOT, identifier, type Statement } from './statement.ts';

/** The arguments of a call: a JSON body, or query parameters. */
export type Arguments = { kind: 'body'; text: string; keys: string[] } | { kind: 'address'; pairs: [string, string][] };

const BODY = '"_rest_body"';

/**
 * Resolves the overloaded function by the names of the arguments. Throws PGRST202 if none matches, PGRST203 if several
 * do. https://docs.postgrest.org/en/v12/references/api/functions.html
 */
export function chooseFunction(schema: Schema, name: string, args: Arguments): RestFunction {
  const keys = new Set(args.kind === 'body' ? args.keys : args.pairs.map(([key]) => key));
  const overloaded = schema.functions.get(name) ?? [];
  const named = overloaded.filter(({ parameters }) => matches(parameters, keys));
  const found = named.length > 0 || args.kind === 'address' ? named : overloaded.filter(takesWholeBody);
  if (found.length === 1) return found[0] as RestFunction;
  throw found.length === 0 ? unknown(schema, name, keys, args.kind) : ambiguous(found);
}

/** Whether every key is a parameter, and every parameter without a default has a key. */
function matches(parameters: Parameter[], keys: Set<string>): boolean {
  const names = new Set(parameters.map(({ name }) => name));
  return (
    [...keys].every((key) => names.has(key)) &&
    parameters.every(({ name, isRequired }) => !isRequired || keys.has(name))
  );
}

/** Whether the function has a single unnamed json or jsonb parameter, which takes the whole body. */
function takesWholeBody({ parameters }: RestFunction): boolean {
  const [parameter] = parameters;
  return parameters.length === 1 && parameter?.name === '' && /^jsonb?$/.test(parameter.type);
}

/** Compiles the call for a `from` clause, with `alias` as the name of the function's result. */
export function callSql(
  statement: Statement,
  { name, parameters }: RestFunction,
  args: Arguments,
  alias: string,
): string {
  const called = `${identifier(EXPOSED_SCHEMA)}.${identifier(name)}`;
  if (args.kind === 'address') {
    return `${called}(${addressArguments(statement, parameters, args.pairs).join(', ')}) ${alias}`;
  }
  const [only] = parameters;
  if (only?.name === '') return `${called}(${statement.value(args.text, BODY_SLOT)}::${only.type}) ${alias}`;
  const given = parameters.filter((parameter) => args.keys.includes(parameter.name));
  if (given.length === 0) return `${called}() ${alias}`;
  const definitions = given.map((parameter) => `${identifier(parameter.name)} ${parameter.type}`);
  const passed = given.map((parameter) => passSql(parameter, `${BODY}.${identifier(parameter.name)}`));
  const body = `json_to_record(${statement.value(args.text, BODY_SLOT)}::json) as ${BODY}(${definitions.join(', ')})`;
  return `${body}, lateral ${called}(${passed.join(', ')}) ${alias}`;
}

function addressArguments(statement: Statement, parameters: Parameter[], pairs: [string, string][]): string[] {
  return parameters.flatMap((parameter) => {
    const values = pairs.filter(([key]) => key === parameter.name).map(([, value]) => value);
    const last = values.at(-1);
    if (last === undefined) return [];
    const value = parameter.isVariadic ? statement.array(values) : statement.value(last);
    return [passSql(parameter, `${value}::${parameter.type}`)];
  });
}

function passSql({ name, isVariadic }: Parameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${identifier(name)} := ${value}`;
}

function ambiguous(found: RestFunction[]): RestRefusal {
  const signatures = found.map(({ name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ');
    return `${EXPOSED_SCHEMA}.${name}(${list})`;
  });
  const choices = signatures.sort(
    (one, other) => Number(other.endsWith('()')) - Number(one.endsWith('()')) || (one < other ? -1 : 1),
  );
  return new RestRefusal(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${choices.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

function unknown(schema: Schema, name: string, keys: Set<string>, kind: Arguments['kind']): RestRefusal {
  const names = [...keys].sort();
  const list = names.join(', ');
  const called = `${EXPOSED_SCHEMA}.${name}`;
  const plural = names.length === 1 ? 'parameter' : 'parameters';
  const asked = names.length === 0 ? `${called} without parameters` : `${called} with ${plural} ${list}`;
  const whole = kind === 'body' ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestRefusal(
    404,
    'PGRST202',
    `Could not find the function ${called}${names.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`,
    {
      details: `Searched for the function ${asked}${whole}, but no matches were found in the schema cache.`,
      hint: suggestion(schema, name, list),
    },
  );
}

/** Suggests a similarly named function, or the same function with other arguments. */
function suggestion(schema: Schema, name: string, list: string): string | null {
  const overloaded = schema.functions.get(name);
  const near = overloaded
    ? nearest(
        list,
        overloaded.map(({ parameters }) =>
          parameters
            .map((parameter) => parameter.name)
            .sort()
            .join(', '),
        ),
      )
    : nearest(name, schema.functions.keys());
  if (near === null) return null;
  const called = `${EXPOSED_SCHEMA}.${overloaded ? `${name}(${near})` : near}`;
  return `Perhaps you meant to call the function ${called}`;
}
