import { z } from 'zod/mini';

const Picture = z.looseObject({ id: z.uuid(), widths: z.array(z.unknown()) });
const File = z.looseObject({ fileId: z.uuid() });

/** The ids of pictures and files, anywhere in the content. */
export function uploadsIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  const picture = Picture.safeParse(content).data?.id;
  const file = File.safeParse(content).data?.fileId;
  const own = [picture, file].flatMap((id) => (id === undefined ? [] : [id.toLowerCase()]));
  return [...own, ...Object.values(content).flatMap(uploadsIn)];
}
