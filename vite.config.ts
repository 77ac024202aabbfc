import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { z } from 'zod';

import { dropDescriptions } from './scripts/drop-descriptions.mjs';
import { awaitsAtTopLevel } from './scripts/top-level-await.mjs';

const brotli = promisify(brotliCompress);

export default defineConfig({
  root: 'src/web',
  plugins: [
    react(),
    leaveOutDescriptions(),
    drawIcon(),
    preloadFonts(),
    refuseTopLevelAwait(),
    compileBesideThePage(),
    keepLastRelease(),
    serviceWorker(),
    pageOfLinks(),
    compress(),
  ],
  // What is imported through package.json (#web/…) needs no alias: Vite reads it there.
  build: {
    outDir: '../../dist/web',
    // keepLastRelease() takes away what is too old.
    emptyOutDir: false,
    // For scripts/measure-first-load.mjs and keepLastRelease().
    manifest: true,
    // Small files stay files: the security policy allows no data: URLs but for pictures.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs and what changes only with its version: it stays in the
          // browser's cache over our own releases. All else is split by who imports it, so that
          // the first page loads nothing that it does not show.
          // A slow phone takes longer over two hundred small files than over a few large ones.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual)/ },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]web[\\/]no-eval/ },
            { name: 'start', tags: ['$initial'] },
            firstNeeds('frame', 'src/web/shell/signed-in.tsx'),
            firstNeeds('setup', 'src/web/features/interviews/interview-screen.tsx'),
            firstNeeds('toasts', 'src/web/ui/notices/toast-place.tsx'),
            firstNeeds('select', 'src/web/features/interviews/setup/survey-select.tsx'),
            // Few screens have a field for a date when they open.
            {
              name: 'dates',
              test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]|[\\/]ui[\\/](date-field|day-range)/,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    // The host stays the browser's: the server refuses changes that come from another origin.
    proxy: {
      '/api': {
        target: process.env['BELLWETHER_API'] ?? 'http://127.0.0.1:3000',
        changeOrigin: false,
      },
    },
  },
});

/**
 * A program of our own files that this file imports, directly or not, with the parts of packages that they
 * use. The bundler would otherwise put them into one program with what other screens share, and a
 * first visit would wait for all of it.
 */
function firstNeeds(name: string, file: string) {
  const found = new Set<string>();
  const collect = (id: string, bundler: Bundler) => {
    if (found.has(id) || id.includes('node_modules')) return;
    found.add(id);
    for (const imported of bundler.getModuleInfo(id)?.importedIds ?? []) collect(imported, bundler);
  };
  return {
    debugName: name,
    name: (id: string, bundler: Bundler) => {
      if (found.size === 0) collect(join(import.meta.dirname, file), bundler);
      return found.has(id) ? name : null;
    },
  };
}

/** What the bundler gives to a function that names a program. */
type Bundler = {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
};

/** What the domain's contracts say to people outside is not sent to browsers. */
function leaveOutDescriptions(): Plugin {
  return {
    name: 'leave-out-descriptions',
    apply: 'build',
    // As it is written: later it is no TypeScript any more.
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]domain[\\/]/ },
      handler(code, id) {
        const bare = dropDescriptions(id, code);
        return bare === null ? null : { code: bare, map: null };
      },
    },
  };
}

/** The mark stands in the page itself: before the program has come, a request would wait behind it. */
function drawIcon(): Plugin {
  let publicDir = '';
  return {
    name: 'draw-icon',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    transformIndexHtml: async (html) =>
      html.replace('%icon.svg%', await readFile(join(publicDir, 'icon.svg'), 'utf8')),
  };
}

/** The fonts that every page begins with: without a preload they would come after the styles. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml(_html, { bundle = {} }) {
      return Object.keys(bundle)
        .filter(isFirstFont)
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${name}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
          },
          injectTo: 'head' as const,
        }));
    },
  };
}

/** Returns whether a built file is a font that every page begins with. */
function isFirstFont(name: string): boolean {
  return /-latin-(wght|600)-normal-[^/]+\.woff2$/.test(name);
}

/** Fails the build where a built file awaits at its top level: see scripts/top-level-await.mjs. */
function refuseTopLevelAwait(): Plugin {
  return {
    name: 'refuse-top-level-await',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && awaitsAtTopLevel(file.code))
          this.error(
            `${file.fileName} awaits at its top level, which WebKit gets wrong. One of these does: ${Object.keys(file.modules).join(', ')}`,
          );
    },
  };
}

/**
 * Makes Chromium compile each file as a whole while it is loaded, on another thread than the page's. Without
 * this the page compiles some two thousand functions before its first screen, each when it is first called.
 * To other browsers the hint is a comment.
 */
function compileBesideThePage(): Plugin {
  const hint = '//# allFunctionsCalledOnLoad\n';
  return {
    name: 'compile-beside-the-page',
    apply: 'build',
    // The hint changes the files, and browsers keep a file for as long as its name stays the same.
    augmentChunkHash: () => hint,
    generateBundle: {
      // Last, because the hint must be the first line, where Vite also puts lists of files.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = hint + file.code;
      },
    },
  };
}

/**
 * Pages that are open go on with the files they began with, and may load more of them: those of the
 * last release stay beside the new ones. What is older goes.
 */
function keepLastRelease(): Plugin {
  let folder = '';
  let last: string[] = [];
  return {
    name: 'keep-last-release',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    async buildStart() {
      const manifest = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8').catch(
        () => '{}',
      );
      const files = z.record(z.string(), builtFileSchema).parse(JSON.parse(manifest));
      last = Object.values(files).flatMap(({ file, css, assets }) => [file, ...css, ...assets]);
    },
    async writeBundle(_options, bundle) {
      const kept = new Set([...Object.keys(bundle), ...last]);
      for (const name of await readdir(join(folder, 'assets')))
        if (!kept.has(`assets/${name.replace(/\.br$/, '')}`))
          await rm(join(folder, 'assets', name));
    },
  };
}

/** An entry of the manifest that Vite writes. */
const builtFileSchema = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
});

/**
 * The service worker, built last, since it names every file of the build that the app needs with no
 * connection. Each with its digest: a network that answers in the server's place is not kept.
 */
function serviceWorker(): Plugin {
  let folder = '';
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
      publicDir = config.publicDir;
    },
    async writeBundle(_options, bundle) {
      // A page from this device needs no hints which modules come next, and Chromium fetches twice
      // what is both hinted at and served by a service worker.
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      await writeFile(
        join(folder, 'shell.html'),
        page.replaceAll(/ *<link rel="modulepreload".*>\n/g, ''),
      );
      const names = ['shell.html', ...Object.keys(bundle), ...(await readdir(publicDir))];
      const entries = names
        // Icons and such are the system's, which asks for them once; dot files are the build's own.
        .filter((name) => name !== 'index.html' && /^[^.].*\.(css|html|js|svg|woff2)$/.test(name));
      await buildWorker(folder, 'src/web/offline/app/service-worker.ts', {
        builtFiles: await describeFiles(folder, entries),
      });
    },
  };
}

/**
 * The page that a hotel contact opens by a link. It is built by itself, so that a phone loads nothing of
 * the app for it, and the app nothing of the page. Its service worker keeps it on phones that opened a link.
 */
function pageOfLinks(): Plugin {
  let folder = '';
  return {
    name: 'page-of-links',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    async writeBundle() {
      await rm(join(folder, 'link'), { recursive: true, force: true });
      const built = await build({
        configFile: false,
        root: join(import.meta.dirname, 'src/web'),
        publicDir: false,
        logLevel: 'warn',
        plugins: [react(), leaveOutDescriptions(), preloadFonts()],
        build: {
          outDir: folder,
          emptyOutDir: false,
          // Not where keepLastRelease() cleans up.
          assetsDir: 'link/assets',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: join(import.meta.dirname, 'src/web/link.html') },
        },
      });
      const names = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      await buildWorker(folder, 'src/web/by-link/link-worker.ts', {
        filesOfLinks: await describeFiles(folder, [
          'icon.svg',
          // Of the fonts, only those of every page: a phone stores no letters that its texts may never have.
          ...names
            .map(({ fileName }) => fileName)
            .filter((name) => !name.endsWith('.woff2') || isFirstFont(name)),
        ]),
      });
    },
  };
}

/**
 * Beside each file the same one compressed, as well as it can be: a server would not take that long
 * for one answer.
 */
function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => /\.(css|html|js|svg)$/.test(name))
          // The names of assets change with their content.
          .filter((name) => !name.startsWith('assets') || !names.includes(`${name}.br`))
          .map(async (name) => {
            const whole = await readFile(join(folder, name));
            await writeFile(join(folder, `${name}.br`), await brotli(whole));
          }),
      );
    },
  };
}

/** Builds a service worker into the folder. `define` are the names that it declares, with their values. */
async function buildWorker(
  folder: string,
  input: string,
  define: Record<string, string>,
): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
}

/** Returns what a service worker must know about files of the folder, as JSON. */
async function describeFiles(folder: string, names: readonly string[]): Promise<string> {
  const sorted = names.toSorted().map((name) => describeFile(folder, name));
  return JSON.stringify(await Promise.all(sorted));
}

async function describeFile(folder: string, name: string) {
  const digest = createHash('sha384')
    .update(await readFile(join(folder, name)))
    .digest('base64');
  return {
    url: `/${name}`,
    // The names of assets change with their content.
    revision: /^(link\/)?assets\//.test(name) ? null : digest,
    integrity: `sha384-${digest}`,
  };
}
