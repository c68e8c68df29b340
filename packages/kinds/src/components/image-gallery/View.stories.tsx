import { a, arabic, broken, longWord, page, picture } from '../../testing/fixtures.tsx';

export default { title: 'ImageGallery' };

export const Several = () =>
  page(
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
  );

export const One = () => page(a('ImageGallery', { images: [{ image: picture(2), title: 'City view' }] }));

export const LongAndOdd = () =>
  page(
    a('ImageGallery', {
      images: [{ image: picture(1), title: longWord, text: arabic }, { image: picture(2, { alt: '' }) }],
    }),
  );

export const Broken = () => page(broken({ id: 'x', type: 'ImageGallery', images: [{ title: 'No picture' }] }));
