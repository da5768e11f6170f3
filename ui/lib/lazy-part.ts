import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** The component exported as `name` by another file, which is loaded when the component is first rendered. */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<{ [named in Name]: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
