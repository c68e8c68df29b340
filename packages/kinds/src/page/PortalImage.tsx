import type { ImageRef } from '../base/media.ts';
import { imageUrl } from '../base/mediaUrls.ts';
import { Picture, type PictureProps, type PictureSource } from '@portico/ui/Picture';

export interface PortalImageProps extends Pick<PictureProps, 'sizes' | 'ratio' | 'isPriority' | 'className'> {
  image: ImageRef;
  /** The adjacent text says the same, so screen readers skip it. */
  isDecorative?: boolean;
}

/** The variants of a picture that the portal stores. */
export function imageSources(image: ImageRef): PictureSource[] {
  return image.widths.map((width) => ({ url: imageUrl(image, width), width }));
}

/** A picture stored in the portal, in the variant that fits the screen. */
export function PortalImage({ image, isDecorative = false, ...rest }: PortalImageProps) {
  return (
    <Picture
      {...rest}
      sources={imageSources(image)}
      alt={isDecorative ? '' : image.alt}
      width={image.width}
      height={image.height}
      focus={image.focus}
    />
  );
}
