import type { ContentComponent } from '../components.generated.ts';
import type { RichText } from './richText.ts';
import type { WordsOfProperties } from './words.ts';

/** How the components inside a container are read and replaced. Reading tolerates data that breaks the contract. */
interface Slots<Component> {
  /** Each list of components, such as one per column. */
  read: (component: Component) => ContentComponent[][];
  replace: (component: Component, lists: ContentComponent[][]) => Component;
}

/** What everybody knows about a kind of component: server, studio and tests. */
export interface ComponentShape<Component extends { id: string; type: string }, Slotted extends string = never> {
  words: WordsOfProperties<Omit<Component, Slotted>>;
  /**
   * Initial content. Properties that only a person can provide, such as a picture, are missing. `newId` makes the ids
   * of parts.
   */
  blank: (newId: () => string) => Partial<Omit<Component, 'id' | 'type'>>;
  /** The property without which there is nothing to draw; null if it can always be drawn. */
  needs: (keyof Component & string) | null;
  /** In pixels. The studio reports narrower pictures, because the page would show them blurry. */
  minPictureWidth?: (component: Component) => number;
  /** Whether it makes sense only inside a form; pages leave it out elsewhere. Source: spec §3. */
  isOnlyInForms?: true;
  /** Only for containers. */
  slots?: Slots<Component>;
}

/** Values of every property, for tests and the gallery. Conditions make sense only in a form with several fields. */
export type ExampleOf<Component> = Omit<Component, 'id' | 'type'>;

export const emptyText = (): RichText => ({ type: 'doc', content: [{ type: 'paragraph' }] });
