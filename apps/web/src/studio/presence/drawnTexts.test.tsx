import { forms } from '@portico/kinds/componentForms';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DrawnBlock } from '../editable/DrawnBlock.tsx';
import { EditableBlock } from '../editable/EditableBlock.tsx';
import { lettersOf, textsIn } from './caretPlaces.ts';

/** What each text of a component says, as those who may write see it, or as readers do. Paragraphs start a line. */
function textsOf(component: ContentComponent, sees: 'editors' | 'readers'): Array<string | null> {
  const block =
    sees === 'editors' ? (
      <EditableBlock component={component} onChange={() => {}} />
    ) : (
      <DrawnBlock component={component} />
    );
  const { container, unmount } = render(
    <div data-block-id={component.id} data-kind={component.type}>
      {block}
    </div>,
  );
  const texts = textsIn(container.querySelector<HTMLElement>('[data-block-id]')!).map(
    (text) => text && lettersOf(text),
  );
  unmount();
  return texts;
}

/** What follows the words of a link or a list as readers see them is after every caret. */
const expectSameTexts = (component: ContentComponent) => {
  const [edited, drawn] = [textsOf(component, 'editors'), textsOf(component, 'readers')];
  expect(drawn).toHaveLength(edited.length);
  for (const [index, text] of edited.entries()) expect(drawn[index]?.slice(0, text!.length) ?? '').toBe(text);
  return edited;
};

/** Those whose texts are edited on the page. The title of an expandable section is part of the canvas. */
const kinds = (Object.keys(forms) as ComponentKind[]).filter((kind) => forms[kind].editedIn === 'page');

test.each(kinds)(
  'those who may not write have the same texts of a %s for carets as those who may [COWRITE-033]',
  (kind) => {
    expect(expectSameTexts(oneOfEachKind[kind]).join('')).not.toBe('');
  },
);

test.each([
  { ...oneOfEachKind.Quote, attribution: undefined },
  { ...oneOfEachKind.Callout, title: undefined },
  { ...oneOfEachKind.Callout, link: undefined },
  { ...oneOfEachKind.Link, description: undefined },
  { ...oneOfEachKind.Link, openInNewTab: true },
] as ContentComponent[])('a text that is empty moves no caret to another one: case %# [COWRITE-033]', (component) => {
  expectSameTexts(component);
});
