import { z } from 'zod/mini';
import type { ContentComponent } from '../components.generated.ts';

/** Containers are components themselves, so the schema of all components is known only after theirs. */
const known: { component?: z.ZodMiniType<ContentComponent> } = {};

/** The components inside a container. */
export const NestedComponents: z.ZodMiniType<ContentComponent[]> = z.lazy(() =>
  z.array(known.component!).check(z.maxLength(200)),
);

/** Allows these components inside containers. */
export function allowNested<Schema extends z.ZodMiniType<ContentComponent>>(component: Schema): Schema {
  known.component = component;
  return component;
}
