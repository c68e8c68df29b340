import { z } from 'zod/mini';

/** A picture in the content of an item, also an incomplete one. */
export const UsedPicture = z.looseObject({ id: z.uuid(), widths: z.array(z.unknown()) });
export const UsedFile = z.looseObject({ fileId: z.uuid() });

/** The ids of pictures and files, anywhere in the content. */
export function uploadsIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  const picture = UsedPicture.safeParse(content).data?.id;
  const file = UsedFile.safeParse(content).data?.fileId;
  const own = [picture, file].flatMap((id) => (id === undefined ? [] : [id.toLowerCase()]));
  return [...own, ...Object.values(content).flatMap(uploadsIn)];
}
