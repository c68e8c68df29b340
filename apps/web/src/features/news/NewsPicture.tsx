import { PortalImage, type PortalImageProps } from '@portico/kinds/page/PortalImage';
import type { NewsSummary } from '@portico/contracts/news';
import { categoryHue } from '@portico/ui/categoryHue';
import Newspaper from 'lucide-react/icons/newspaper';
import type { CSSProperties } from 'react';
import styles from './NewsPicture.module.css';

export interface NewsPictureProps extends Pick<PortalImageProps, 'sizes' | 'isPriority'> {
  news: NewsSummary;
  className: string | undefined;
}

/** The picture of a news item, or an area in the color of its category. */
export function NewsPicture({ news, className, ...rest }: NewsPictureProps) {
  if (news.image) return <PortalImage {...rest} image={news.image} isDecorative ratio="3 / 2" className={className} />;
  const hue = categoryHue(news.categories[0] ?? news.authorDepartment ?? '');
  return (
    <div
      className={`${styles.field} ${className}`}
      data-category
      style={{ '--hue': hue } as CSSProperties}
      aria-hidden="true"
    >
      <Newspaper />
    </div>
  );
}
