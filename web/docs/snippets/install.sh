npm install ./posenc-0.1.0.tgz
