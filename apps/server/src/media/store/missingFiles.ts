export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

export function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return [];
}
