import type { AnyNode } from 'acorn';

/**
 * Parts of a node whose names are not variables: `object.name`, `{ name: 1 }`, labels, the other module's side of
 * imports and exports.
 */
const NOT_VARIABLES: { [type in AnyNode['type']]?: readonly string[] } = {
  MemberExpression: ['property'],
  Property: ['key'],
  MethodDefinition: ['key'],
  PropertyDefinition: ['key'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported'],
  MetaProperty: ['meta', 'property'],
};

/**
 * The variables that a program uses without declaring them. A name declared in any block of a function counts as
 * declared in the whole function.
 */
export function undeclaredNames(program: AnyNode): Set<string> {
  const names = new Set<string>();
  visit(program, [declaredIn(program)], names);
  return names;
}

function visit(node: AnyNode, scopes: ReadonlySet<string>[], names: Set<string>): void {
  if (node.type === 'Identifier' && !scopes.some((scope) => scope.has(node.name))) names.add(node.name);
  for (const child of variableParts(node)) {
    visit(child, isFunction(child) ? [...scopes, declaredIn(child)] : scopes, names);
  }
}

/**
 * The declarations of a function (or the program): parameters, variables, functions, classes, imports; without those of
 * nested functions.
 */
function declaredIn(scope: AnyNode): Set<string> {
  const declared = new Set<string>();
  const collect = (node: AnyNode) => {
    for (const pattern of patternsOf(node)) addNames(pattern, declared);
    if (node === scope || !isFunction(node)) children(node).forEach(collect);
  };
  collect(scope);
  return declared;
}

function patternsOf(node: AnyNode): (AnyNode | null | undefined)[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return [node.id];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [node.id, ...node.params];
    case 'ArrowFunctionExpression':
      return node.params;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return [node.id];
    case 'CatchClause':
      return [node.param];
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return [node.local];
    default:
      return [];
  }
}

function addNames(pattern: AnyNode | null | undefined, declared: Set<string>): void {
  if (!pattern) return;
  if (pattern.type === 'Identifier') declared.add(pattern.name);
  else if (pattern.type === 'ObjectPattern') for (const part of pattern.properties) addNames(part, declared);
  else if (pattern.type === 'ArrayPattern') for (const part of pattern.elements) addNames(part, declared);
  else if (pattern.type === 'Property') addNames(pattern.value, declared);
  else if (pattern.type === 'AssignmentPattern') addNames(pattern.left, declared);
  else if (pattern.type === 'RestElement') addNames(pattern.argument, declared);
}

function isFunction(node: AnyNode): boolean {
  return /Function/.test(node.type);
}

function children(node: AnyNode, except: readonly string[] = []): AnyNode[] {
  return Object.entries(node)
    .filter(([key]) => !except.includes(key))
    .flatMap(([, value]) => value)
    .filter((value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value);
}

function variableParts(node: AnyNode): AnyNode[] {
  const isPlain = !('computed' in node && node.computed) && !('shorthand' in node && node.shorthand);
  return children(node, isPlain ? NOT_VARIABLES[node.type] : []);
}
