import type { ComponentKind, LinkTarget } from '@portico/kinds/content';
import { t, type TextKey } from '../../../locale/text.ts';
import type { AnyDescription, KindDescription, PropertiesOf } from './descriptionTypes.ts';
import { formDescriptions } from './questions/formDescriptions.ts';

/** Id of a checklist entry, which people's marks refer to. */
const newId = () => crypto.randomUUID().slice(0, 13);

const sizes = { Big: 'studio.fieldBig', Medium: 'studio.fieldMedium', Small: 'studio.fieldSmall' } as const;
const sides = { Left: 'studio.fieldLeft', Right: 'studio.fieldRight' } as const;
const alignments = { Left: 'studio.fieldLeft', Center: 'studio.fieldCenter', Right: 'studio.fieldRight' } as const;

const title = { label: 'studio.fieldTitle' } as const;
const picture = { label: 'studio.fieldPicture' } as const;
const body = { label: 'studio.fieldText' } as const;
const shortText = { label: 'studio.fieldText', isLong: true } as const;
const openInNewTab = { label: 'studio.fieldNewTab', help: 'studio.fieldNewTabHelp' } as const;

const linkTarget: PropertiesOf<LinkTarget> = {
  text: { label: 'studio.fieldLinkText', help: 'studio.fieldLinkTextHelp' },
  href: { label: 'studio.fieldAddress' },
  openInNewTab,
};
const link = { label: 'studio.fieldLink', properties: linkTarget } as const;

const person = {
  name: { label: 'studio.fieldName' },
  role: { label: 'studio.fieldRole' },
} as const;
const contact = {
  email: { label: 'studio.fieldEmail', isEmail: true, wrong: 'studio.fieldEmailWrong' },
  phone: { label: 'studio.fieldPhone', wrong: 'studio.fieldPhoneWrong' },
} as const;

const icons = {
  Calendar: 'studio.fieldIconCalendar',
  Chart: 'studio.fieldIconChart',
  Check: 'studio.fieldIconCheck',
  Clock: 'studio.fieldIconClock',
  Document: 'studio.fieldIconDocument',
  Flag: 'studio.fieldIconFlag',
  Globe: 'studio.fieldIconGlobe',
  Handshake: 'studio.fieldIconHandshake',
  Home: 'studio.fieldIconHome',
  Key: 'studio.fieldIconKey',
  Lightbulb: 'studio.fieldIconLightbulb',
  Lock: 'studio.fieldIconLock',
  Mail: 'studio.fieldIconMail',
  Money: 'studio.fieldIconMoney',
  People: 'studio.fieldIconPeople',
  Phone: 'studio.fieldIconPhone',
  Scale: 'studio.fieldIconScale',
  Shield: 'studio.fieldIconShield',
  Star: 'studio.fieldIconStar',
  Warning: 'studio.fieldIconWarning',
} as const;

/**
 * Labels for every kind of component and its properties, in form order. A new kind or property does not compile until
 * it is described here; controls and limits come from the contract.
 */
export const descriptions: { [Kind in ComponentKind]: KindDescription<Kind> } = {
  ...formDescriptions,
  Header: {
    label: 'studio.kindHeader',
    help: 'studio.kindHeaderHelp',
    properties: {
      text: { label: 'studio.fieldHeading' },
      level: { label: 'studio.fieldLevel', help: 'studio.fieldLevelHelp' },
    },
  },
  BodyText: { label: 'studio.kindBodyText', help: 'studio.kindBodyTextHelp', properties: { body } },
  BulletedList: {
    label: 'studio.kindBulletedList',
    help: 'studio.kindBulletedListHelp',
    properties: {
      items: { label: 'studio.fieldListItems', help: 'studio.fieldListItemsHelp' },
      ordered: { label: 'studio.fieldOrdered' },
      start: { label: 'studio.fieldStart', help: 'studio.fieldStartHelp' },
    },
  },
  Link: {
    label: 'studio.kindLink',
    help: 'studio.kindLinkHelp',
    properties: { ...linkTarget, description: { label: 'studio.fieldDescription', isLong: true } },
  },
  Quote: {
    label: 'studio.kindQuote',
    help: 'studio.kindQuoteHelp',
    properties: { body, attribution: { label: 'studio.fieldAttribution' } },
  },
  Callout: {
    label: 'studio.kindCallout',
    help: 'studio.kindCalloutHelp',
    properties: {
      kind: {
        label: 'studio.fieldCalloutKind',
        options: {
          Tip: 'studio.fieldTip',
          Info: 'studio.fieldInfo',
          Note: 'studio.fieldNote',
          Warning: 'studio.fieldWarning',
        },
      },
      title,
      body,
      link,
    },
  },
  Divider: { label: 'studio.kindDivider', help: 'studio.kindDividerHelp', properties: {} },
  Image: {
    label: 'studio.kindImage',
    help: 'studio.kindImageHelp',
    properties: {
      image: picture,
      caption: { label: 'studio.fieldCaption', isLong: true },
      size: { label: 'studio.fieldSize', options: sizes },
      alignment: { label: 'studio.fieldAlignment', options: alignments },
    },
  },
  ImageGallery: {
    label: 'studio.kindImageGallery',
    help: 'studio.kindImageGalleryHelp',
    properties: {
      images: {
        label: 'studio.fieldPictures',
        add: 'studio.fieldAddPicture',
        entry: 'studio.fieldPictureNumber',
        create: async ({ picture }) => {
          const image = await picture?.();
          return image && { image };
        },
        properties: { image: picture, title, text: shortText, link },
      },
    },
  },
  Table: {
    label: 'studio.kindTable',
    help: 'studio.kindTableHelp',
    properties: {
      caption: { label: 'studio.fieldCaption', help: 'studio.fieldTableCaptionHelp' },
      header: { label: 'studio.fieldTableHeader', help: 'studio.fieldTableHeaderHelp', control: 'tableHeader' },
      align: { label: 'studio.fieldTableAlign', control: 'tableAlign' },
      rows: { label: 'studio.fieldTableCells', control: 'tableRows' },
    },
  },
  Columns: {
    label: 'studio.kindColumns',
    help: 'studio.kindColumnsHelp',
    properties: { columns: { label: 'studio.fieldColumns', help: 'studio.fieldColumnsHelp', control: 'columns' } },
  },
  ExpandCollapse: {
    label: 'studio.kindExpandCollapse',
    help: 'studio.kindExpandCollapseHelp',
    properties: {
      title,
      isOpen: { label: 'studio.fieldIsOpen', help: 'studio.fieldIsOpenHelp' },
      components: { isHidden: true },
    },
  },
  Tile: {
    label: 'studio.kindTile',
    help: 'studio.kindTileHelp',
    properties: { title, text: shortText, image: picture, link, size: { label: 'studio.fieldSize', options: sizes } },
  },
  IconsList: {
    label: 'studio.kindIconsList',
    help: 'studio.kindIconsListHelp',
    properties: {
      items: {
        label: 'studio.fieldEntries',
        add: 'studio.fieldAddEntry',
        entry: 'studio.fieldEntryNumber',
        create: () => ({ icon: 'Check', title: '' }),
        properties: { icon: { label: 'studio.fieldIcon', options: icons }, title, text: shortText, link },
      },
    },
  },
  ContactLink: {
    label: 'studio.kindContactLink',
    help: 'studio.kindContactLinkHelp',
    properties: { ...person, ...contact, link },
  },
  HeadshotName: {
    label: 'studio.kindHeadshotName',
    help: 'studio.kindHeadshotNameHelp',
    properties: { image: { label: 'studio.fieldPortrait' }, ...person },
  },
  HeadshotDetails: {
    label: 'studio.kindHeadshotDetails',
    help: 'studio.kindHeadshotDetailsHelp',
    properties: {
      image: { label: 'studio.fieldPortrait' },
      ...person,
      body,
      ...contact,
      alignment: { label: 'studio.fieldPortraitSide', options: sides },
    },
  },
  FileList: {
    label: 'studio.kindFileList',
    help: 'studio.kindFileListHelp',
    properties: {
      title,
      files: {
        label: 'studio.fieldFiles',
        add: 'studio.fieldAddFile',
        entry: 'studio.fieldFileNumber',
        create: ({ document }) => document?.() ?? Promise.resolve(undefined),
        properties: {
          title,
          documentId: { label: 'studio.fieldFile', control: 'document' },
          format: { isHidden: true },
          bytes: { isHidden: true },
        },
      },
    },
  },
  Video: {
    label: 'studio.kindVideo',
    help: 'studio.kindVideoHelp',
    properties: {
      title: { label: 'studio.fieldTitle', help: 'studio.fieldVideoTitleHelp' },
      source: { label: 'studio.fieldVideoSource', control: 'videoSource' },
      captions: {
        label: 'studio.fieldCaptions',
        help: 'studio.fieldCaptionsHelp',
        add: 'studio.fieldAddCaptions',
        entry: 'studio.fieldCaptionsNumber',
        create: async ({ document }) => {
          const picked = await document?.();
          return picked && { documentId: picked.documentId, language: 'en-US', label: 'English' };
        },
        properties: {
          label: { label: 'studio.fieldCaptionsName' },
          language: {
            label: 'studio.fieldLanguage',
            help: 'studio.fieldLanguageHelp',
            wrong: 'studio.fieldLanguageWrong',
          },
          documentId: { label: 'studio.fieldFile', control: 'document' },
        },
      },
      poster: { label: 'studio.fieldPoster' },
      transcript: { label: 'studio.fieldTranscript', help: 'studio.fieldTranscriptHelp' },
    },
  },
  Checklist: {
    label: 'studio.kindChecklist',
    help: 'studio.kindChecklistHelp',
    properties: {
      title,
      dueDate: { label: 'studio.fieldDueDate' },
      items: {
        label: 'studio.fieldEntries',
        add: 'studio.fieldAddEntry',
        entry: 'studio.fieldEntryNumber',
        create: () => ({ id: newId(), content: [] }),
        properties: { content: { label: 'studio.fieldText' } },
      },
    },
  },
};

/** Display name of a kind, for menus and the outline. */
export const kindLabel = (kind: ComponentKind): TextKey => descriptions[kind].label;

/** The properties of a kind as the form reads them. Their types are checked in `descriptions`. */
export const propertiesOf = (kind: ComponentKind) =>
  descriptions[kind].properties as unknown as Record<string, AnyDescription>;

/** The labels along the path to a property, such as `images.0.title`; undefined if no part of it is in the form. */
export function propertyLabel(kind: ComponentKind, path: string): string | undefined {
  let described: Record<string, AnyDescription> | undefined = propertiesOf(kind);
  const labels: string[] = [];
  for (const name of path.split('.')) {
    const found: AnyDescription | undefined = described?.[name];
    if (found?.label === undefined) continue;
    labels.push(t(found.label));
    described = found.properties;
  }
  return labels.length === 0 ? undefined : labels.join(' › ');
}
