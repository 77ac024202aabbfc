/**
 * What the viewer of the API's document lacks: a layout for phones, the system's dark theme, and
 * readable colours (its own badges have a contrast of 2 to 1). It hides the column for links, since
 * none of our replies has any.
 */
export const viewerTheme = {
  title: 'Bellwether API',
  js: [
    {
      filename: 'follow-device.js',
      content: `
const viewport = document.createElement('meta');
viewport.name = 'viewport';
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`,
    },
  ],
  css: [
    {
      filename: 'readable.css',
      content: `
.swagger-ui .info .title small pre.version { color: #fff; }
.swagger-ui .info .title small,
.swagger-ui .info .title small.version-stamp { background: #3d5a57; }
.swagger-ui .opblock .opblock-summary-method { color: #fff; text-shadow: none; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1c5fa8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14724a; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #96520a; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0e6b5c; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
html:not(.dark-mode) .swagger-ui .info .url,
html:not(.dark-mode) .swagger-ui .info a { color: #1c5fa8; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #5c5c5c; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #5c5c5c; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.dark-mode .swagger-ui td.header-col { color: inherit; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock-summary-path { min-width: 0; overflow-wrap: anywhere; }
`,
    },
  ],
};
