import { componentsIn, type ContentComponent, type ListItem } from '@portico/kinds/content';
import type { FormField } from '@portico/kinds/formFields';
import { plainInline, plainText } from '@portico/kinds/plainText';

/**
 * The text of a component tree in reading order, one line per block. Form fields contribute their labels, not their
 * choices.
 */
export function componentText(components: ContentComponent[]): string {
  return components
    .flatMap(readableLines)
    .filter((line) => typeof line === 'string' && line.trim() !== '')
    .join('\n');
}

/**
 * A component that breaks the contract is skipped, as on the page, so that the rest of its item can still be indexed.
 */
function readableLines(component: ContentComponent): Array<string | undefined> {
  try {
    return linesIn(component);
  } catch {
    return [];
  }
}

const listLines = (items: ListItem[]): string[] =>
  items.flatMap((item) => [plainInline(item.content), ...listLines(item.items ?? [])]);

const fieldLines = (field: FormField): Array<string | undefined> =>
  'alias' in field
    ? [field.label, field.helpText]
    : field.type === 'TitleAndDescription'
      ? [field.title, field.description]
      : [];

function linesIn(component: ContentComponent): Array<string | undefined> {
  switch (component.type) {
    case 'Header':
      return [component.text];
    case 'BodyText':
      return [plainText(component.body)];
    case 'BulletedList':
      return listLines(component.items);
    case 'Link':
      return [component.text, component.description];
    case 'Quote':
      return [plainText(component.body), component.attribution];
    case 'Callout':
      return [component.title, plainText(component.body), component.link?.text];
    case 'Image':
      return [component.caption, component.image.alt];
    case 'ImageGallery':
      return component.images.flatMap(({ image, title, text, link }) => [title, text, link?.text, image.alt]);
    case 'Table':
      return [
        component.caption,
        ...[component.header, ...component.rows].map((row) =>
          row
            .map(plainInline)
            .filter((cell) => cell.trim() !== '')
            .join(' · '),
        ),
      ];
    case 'Tile':
      return [component.title, component.text, component.link?.text];
    case 'IconsList':
      return component.items.flatMap(({ title, text, link }) => [title, text, link?.text]);
    case 'ContactLink':
      return [component.name, component.role, component.email, component.link?.text];
    case 'HeadshotName':
      return [component.name, component.role];
    case 'HeadshotDetails':
      return [component.name, component.role, plainText(component.body), component.email];
    case 'FileList':
      return [component.title, ...component.files.map(({ title }) => title)];
    case 'Video':
      return [component.title, component.transcript && plainText(component.transcript)];
    case 'Checklist':
      return [component.title, ...component.items.map(({ content }) => plainInline(content))];
    case 'Form':
      return [component.title, component.description, ...component.fields.flatMap(fieldLines)];
    case 'ExpandCollapse':
      return [component.title, componentText(componentsIn(component))];
    case 'Columns':
      return [componentText(componentsIn(component))];
    case 'TextField':
    case 'TextArea':
    case 'DropDownList':
      return fieldLines(component);
    // Pages do not show these. Source: spec §3.
    case 'SingleChoice':
    case 'MultiChoice':
    case 'TitleAndDescription':
    case 'Checkbox':
    case 'FileUpload':
    case 'Divider':
      return [];
  }
}
