/* Words of the command line and paths of files, with the names of the headers beside NVIDIA's samples.
 *
 * Many programs include these headers and few bring them along; vgpucc finds them behind all folders of the program's own.
 * Flags are written -name, --name or -name=value, in any case. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fstream>
#include <sstream>
#include <string>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(target, length, source) strcpy(target, source)
#endif
#ifndef FOPEN
#define FOPEN(handle, name, mode) (handle = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* Where the text starts behind all of these characters. */
inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int start = 0;
  while (text[start] == delimiter) ++start;
  return start < static_cast<int>(strlen(text)) ? start : 0;
}

inline int getFileExtension(char* filename, char** extension) {
  char* dot = strrchr(filename, '.');
  *extension = dot != NULL ? dot + 1 : NULL;
  return dot != NULL ? static_cast<int>(dot + 1 - filename) : 0;
}

/* The text behind a flag and its '='; NULL: the flag is not there. The last one counts. */
inline const char* vgpuFlagValue(int argc, const char** argv, const char* flag) {
  const size_t length = strcspn(flag, "=");
  const char* value = NULL;
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i] + (argv[i][0] == '-' ? stringRemoveDelimiter('-', argv[i]) : 0);
    if (argv[i][0] != '-' || strcspn(word, "=") != length) continue;
    if (strncasecmp(word, flag, length) == 0) value = word + length + (word[length] == '=');
  }
  return value;
}

inline bool checkCmdLineFlag(const int argc, const char** argv, const char* flag) {
  return vgpuFlagValue(argc, argv, flag) != NULL;
}

template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* flag, T* value) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  if (text != NULL) *value = static_cast<T>(atoi(text));
  return text != NULL;
}

inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* flag) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  return text != NULL ? atoi(text) : 0;
}

inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* flag) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  return text != NULL ? static_cast<float>(atof(text)) : 0.0f;
}

inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* flag,
                                     char** value) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  *value = const_cast<char*>(text);
  return text != NULL;
}

/* Looks for a file of a program in the usual places around it; the caller frees what is found. */
inline char* sdkFindFilePath(const char* filename, const char* executable) {
  std::string name = executable != NULL ? executable : "";
  const size_t slash = name.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : name.substr(0, slash);
  if (slash != std::string::npos) name = name.substr(slash + 1);
  for (const std::string& root : {std::string("."), folder, folder + "/..", folder + "/../.."})
    for (const std::string& below :
         {std::string(""), std::string("/data"), "/" + name, "/" + name + "/data"}) {
      const std::string path = root + below + "/" + filename;
      FILE* file = fopen(path.c_str(), "rb");
      if (file == NULL) continue;
      fclose(file);
      return strdup(path.c_str());
    }
  return NULL;
}

#endif
