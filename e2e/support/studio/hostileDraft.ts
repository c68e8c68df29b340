import { ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { hostileTexts } from '@portico/testing/hostileTexts';
import { stringsIn, withOwnId, withValue } from '@portico/testing/strings';

/** Every text of a component, except addresses, allows this many letters. */
const SHORT = 60;

/**
 * For each text of each kind of component, a component with a hostile text there, cut if it is too long, and each
 * hostile text as a heading. All of them can be published.
 */
export function hostileComponents(): ContentComponent[] {
  const headings = hostileTexts.map((text, n) => ({ ...oneOfEachKind.Header, id: `heading-${n}`, text }));
  const paths = Object.values(oneOfEachKind).flatMap((component) =>
    stringsIn(component)
      .filter((path) => path.at(-1) !== 'id' && path.at(-1) !== 'href')
      .map((path) => ({ component, path })),
  );
  const others = paths.flatMap(({ component, path }, n) => {
    const text = hostileTexts[n % hostileTexts.length]!;
    const tried = [text, text.slice(0, SHORT)].map((each) => withValue(component, path, each));
    const fitting = tried.find((each) => ContentComponent.safeParse(each).success);
    return fitting === undefined ? [] : [withOwnId(fitting, [component.id, ...path].join('-'))];
  });
  return [...headings, ...others];
}
