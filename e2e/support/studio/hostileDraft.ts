import { ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { hostileTexts } from '@portico/testing/hostileTexts';
import { stringsIn, withOwnId, withValue, type Path } from '@portico/testing/strings';

/** Every text of a component, except addresses, allows this many letters. */
const SHORT = 60;

/**
 * For each text of each kind of component, a component with a hostile text there, cut if it is too long, and each
 * hostile text as a heading. All of them can be published.
 */
export function hostileComponents(): ContentComponent[] {
  const headings = hostileTexts.map((text, n) => ({ ...oneOfEachKind.Header, id: `heading-${n}`, text }));
  const { Confirmation, ...kinds } = oneOfEachKind;
  const places = Object.values(kinds).flatMap((component) => textsOf(component).map((path) => ({ component, path })));
  const others = places.flatMap(({ component, path }, n) => {
    const fitting = withHostileText(component, path, n);
    return fitting === undefined ? [] : [withOwnId(fitting, [component.id, ...path].join('-'))];
  });
  // An item asks for one confirmation, so one has all texts; only events have people who attended.
  const asked: ContentComponent = { ...Confirmation, onlyAttended: false };
  const confirmation = textsOf(asked).reduce<ContentComponent>(
    (made, path, n) => withHostileText(made, path, n) ?? made,
    asked,
  );
  return [...headings, ...others, confirmation];
}

const textsOf = (component: ContentComponent): Path[] =>
  stringsIn(component).filter((path) => path.at(-1) !== 'id' && path.at(-1) !== 'href');

/** Undefined where no hostile text is valid. */
function withHostileText(component: ContentComponent, path: Path, n: number): ContentComponent | undefined {
  const text = hostileTexts[n % hostileTexts.length]!;
  const tried = [text, text.slice(0, SHORT)].map((each) => withValue(component, path, each));
  return tried.find((each) => ContentComponent.safeParse(each).success);
}
