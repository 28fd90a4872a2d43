const config = {
  generateBuildId: () => 'example',
  turbopack: { root: '/' }, // its packages are elsewhere
}

export default config
