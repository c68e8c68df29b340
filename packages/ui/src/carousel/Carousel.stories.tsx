import { Carousel, type CarouselSlide } from './Carousel.tsx';

export default { title: 'Carousel' };

const slides: CarouselSlide[] = ['Quarterly forum', 'New fee schedule', 'Rates stay unchanged'].map((label, n) => ({
  id: String(n),
  label,
  content: (
    <p>
      <a href={`/news/${n}`}>{label}</a>
    </p>
  ),
}));

export const Several = () => <Carousel label="Highlights" slides={slides} />;

export const ManualOnly = () => <Carousel label="Highlights" slides={slides} intervalMs={0} />;

export const Single = () => <Carousel label="Highlights" slides={slides.slice(0, 1)} />;
