import { a, page, paragraph, rich, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  'between texts': page(
    a('BodyText', { body: rich(paragraph) }),
    a('Divider', {}),
    a('BodyText', { body: rich(paragraph) }),
  ),
};
