import { a, arabic, broken, longWord, page, picture, type Stories } from './fixtures.tsx';

export const stories: Stories = {
  several: page(
    a('ImageGallery', {
      images: [
        {
          image: picture(0),
          title: 'Spring forum',
          text: 'Three days in May.',
          link: { text: 'See the forum', href: '/news' },
        },
        { image: picture(1), title: 'Planning desk' },
        { image: picture(2), text: 'From the top floor.' },
        { image: picture(3) },
      ],
    }),
  ),
  one: page(a('ImageGallery', { images: [{ image: picture(2), title: 'City view' }] })),
  'long and odd': page(
    a('ImageGallery', {
      images: [{ image: picture(1), title: longWord, text: arabic }, { image: picture(2, { alt: '' }) }],
    }),
  ),
  broken: page(broken({ id: 'x', type: 'ImageGallery', images: [{ title: 'No picture' }] })),
};
