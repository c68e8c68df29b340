import { loadSetting } from '@portico/server/config';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { openStore } from '@portico/server/media/store/openStore';

/** Opens the portal's file store for a command. Throws ConfigError. */
export const openFileStore = (dataDir: string): Promise<ObjectStore> =>
  openStore({
    FILES_URL: loadSetting('FILES_URL', process.env),
    FILES_ALSO_URL: loadSetting('FILES_ALSO_URL', process.env),
    PORTICO_DATA_DIR: dataDir,
  });
