// Makes a format while the programs are on their way. The browser's first one takes a slow phone a tenth of a
// second, which the first screen would otherwise wait for. This is a file of its own because inline scripts
// are not allowed.
Intl.NumberFormat();
